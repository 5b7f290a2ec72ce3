/** How the list counts entries without a range: the last 10 days, 30 at a time. A file without schemas, so that screens may read it. */
export const auditDefaults = { limit: 30, windowDays: 10 } as const;
