import { IconDeviceCctv, IconFileExport, IconZoomScan, type Icon } from '@tabler/icons-react';

/** One entry of the rail. Only what exists is listed. */
export interface NavigationEntry {
  to: '/location/home' | '/search' | '/exports';
  label: 'shell.nav.devices' | 'shell.nav.search' | 'shell.nav.exports';
  icon: Icon;
  /** Paths that belong to the entry. */
  owns: RegExp;
}

export const navigation: readonly NavigationEntry[] = [
  {
    to: '/location/home',
    label: 'shell.nav.devices',
    icon: IconDeviceCctv,
    owns: /^\/(location|locations|camera|cameras|camera-edit|edge-edit|edit-location|start)(\/|$)/,
  },
  { to: '/search', label: 'shell.nav.search', icon: IconZoomScan, owns: /^\/search(\/|$)/ },
  { to: '/exports', label: 'shell.nav.exports', icon: IconFileExport, owns: /^\/exports(\/|$)/ },
];

/** At most two letters of a name: first letters of the first two words. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/u)
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => word.slice(0, (word.codePointAt(0) ?? 0) > 0xffff ? 2 : 1))
    .join('')
    .toLocaleUpperCase();
