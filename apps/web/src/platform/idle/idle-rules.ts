/** Seconds without input after which it is said that the pictures will pause. */
export const warningSeconds = 299;

/** Seconds without input after which somebody counts as away: pictures and polling pause. */
export const inactiveSeconds = 330;

/** The dialog before the automatic sign-out counts down from here. */
export const logoutCountdownSeconds = 30;

/** What the organization and the person chose. */
export interface IdleSettings {
  /** The organization wants neither the warning nor the pause. */
  disableInactivity: boolean;
  /** Seconds without input after which the person is signed out; null: never. */
  autoLogoutSeconds: number | null;
}

/** What `idleSeconds` without input mean. */
export interface IdleState {
  idleSeconds: number;
  isWarned: boolean;
  isInactive: boolean;
  /** Seconds until the pause while it is announced, else null. */
  inactivityCountdown: number | null;
  /** Seconds until the sign-out while its dialog is open, else null; 0: now. */
  logoutCountdown: number | null;
}

/** Applies the wishes; the automatic sign-out is the person's own choice and holds also where the organization wants no pause. */
export const idleStateOf = (idleSeconds: number, settings: IdleSettings): IdleState => {
  const pauses = !settings.disableInactivity;
  const isWarned = pauses && idleSeconds >= warningSeconds;
  const isInactive = pauses && idleSeconds >= inactiveSeconds;
  const leftSeconds =
    settings.autoLogoutSeconds === null ? null : Math.max(0, settings.autoLogoutSeconds - idleSeconds);
  return {
    idleSeconds,
    isWarned,
    isInactive,
    inactivityCountdown: isWarned && !isInactive ? inactiveSeconds - idleSeconds : null,
    logoutCountdown: leftSeconds !== null && leftSeconds <= logoutCountdownSeconds ? leftSeconds : null,
  };
};
