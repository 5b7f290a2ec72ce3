/** Status of a managed alarm: 0 active, 1 nobody closed it in time, 2 closed. Not that of a dispatch alarm. */
export const managedAlarmStatus = { active: 0, timeout: 1, closed: 2 } as const;
