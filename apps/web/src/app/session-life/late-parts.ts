import { lazy } from 'react';

/** Fetched when the warning is due: most people never see it. */
export const loadStillThere = () => import('./still-there.tsx');

export const StillThere = lazy(async () => ({ default: (await loadStillThere()).StillThere }));
export const AutoLogoutDialog = lazy(async () => ({
  default: (await import('./auto-logout-dialog.tsx')).AutoLogoutDialog,
}));
export const UpdateDialog = lazy(async () => ({ default: (await import('./update-dialog.tsx')).UpdateDialog }));
