/** Status of a dispatch alarm: 0 canceled, 1 active. Not that of a managed alarm. */
export const dispatchAlarmStatus = { canceled: 0, active: 1 } as const;
