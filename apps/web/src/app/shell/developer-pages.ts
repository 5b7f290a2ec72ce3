import type { MenuEntry } from './menu.ts';

type DeveloperName =
  `developer.menu.${'environment' | 'heartbeats' | 'analytics' | 'alerts' | 'motionVectors' | 'thumbnails' | 'logs' | 'liveRooms' | 'searchCanvas' | 'searchGrid'}`;
type DeveloperPath =
  | `/developer/${'environment' | 'heartbeats' | 'analytics' | 'alerts' | 'motion-vectors' | 'thumbnails' | 'live-rooms' | 'search-canvas' | 'search-grid'}`
  | '/logs';

/** Entries of the developer menu in their order. */
export const developerPages: readonly MenuEntry<DeveloperName, DeveloperPath>[] = [
  { key: 'environment', name: 'developer.menu.environment', to: '/developer/environment' },
  { key: 'heartbeats', name: 'developer.menu.heartbeats', to: '/developer/heartbeats' },
  { key: 'analytics', name: 'developer.menu.analytics', to: '/developer/analytics' },
  { key: 'alerts', name: 'developer.menu.alerts', to: '/developer/alerts' },
  { key: 'motionVectors', name: 'developer.menu.motionVectors', to: '/developer/motion-vectors' },
  { key: 'thumbnails', name: 'developer.menu.thumbnails', to: '/developer/thumbnails' },
  { key: 'liveRooms', name: 'developer.menu.liveRooms', to: '/developer/live-rooms' },
  { key: 'logs', name: 'developer.menu.logs', to: '/logs' },
  { key: 'searchCanvas', name: 'developer.menu.searchCanvas', to: '/developer/search-canvas' },
  { key: 'searchGrid', name: 'developer.menu.searchGrid', to: '/developer/search-grid' },
];
