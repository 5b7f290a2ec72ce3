import type { WebFeature } from '../../platform/features/web-feature.ts';

const about = 'globalSearch.about.developer';

/** What people who look after the installation see of it. */
export const developerFeature = {
  noun: 'developer',
  texts: {
    developer: {
      en: () => import('../../platform/i18n/locales/en/developer.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/developer.json', { with: { type: 'json' } }),
    },
  },
  menus: {
    developer: [
      { key: 'environment', order: 10, name: 'developer.menu.environment', to: '/developer/environment', about },
      { key: 'heartbeats', order: 20, name: 'developer.menu.heartbeats', to: '/developer/heartbeats', about },
      { key: 'analytics', order: 30, name: 'developer.menu.analytics', to: '/developer/analytics', about },
      { key: 'alerts', order: 40, name: 'developer.menu.alerts', to: '/developer/alerts', about },
      { key: 'motionVectors', order: 50, name: 'developer.menu.motionVectors', to: '/developer/motion-vectors', about },
      { key: 'thumbnails', order: 60, name: 'developer.menu.thumbnails', to: '/developer/thumbnails', about },
      { key: 'liveRooms', order: 70, name: 'developer.menu.liveRooms', to: '/developer/live-rooms', about },
      { key: 'logs', order: 80, name: 'developer.menu.logs', to: '/logs', about },
      { key: 'searchCanvas', order: 90, name: 'developer.menu.searchCanvas', to: '/developer/search-canvas', about },
      { key: 'searchGrid', order: 100, name: 'developer.menu.searchGrid', to: '/developer/search-grid', about },
    ],
  },
} as const satisfies WebFeature;
