const closedKey = 'sightline-notification-banner';

/** Whether the banner belongs on the screen: the browser would ask, and nobody closed the banner. */
export const bannerWanted = (permission: NotificationPermission | null, isClosed: boolean): boolean =>
  permission === 'default' && !isClosed;

const permissionNow = (): NotificationPermission | null =>
  typeof Notification === 'undefined' ? null : Notification.permission;

const isClosed = (): boolean => {
  try {
    return localStorage.getItem(closedKey) !== null;
  } catch (blocked) {
    if (!(blocked instanceof DOMException)) throw blocked;
    return false;
  }
};

export const wantsNotificationBanner = (): boolean => bannerWanted(permissionNow(), isClosed());

/** Closed for good on this browser; the devices page of the account still offers it. */
export const closeNotificationBanner = (): void => {
  try {
    localStorage.setItem(closedKey, 'yes');
  } catch (blocked) {
    // Storage is switched off: it comes again with the next visit.
    if (!(blocked instanceof DOMException)) throw blocked;
  }
};
