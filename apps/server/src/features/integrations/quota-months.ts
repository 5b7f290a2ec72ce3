/** The first instant of the month, UTC: quotas are by such months. `ahead`: so many months later. */
export function monthOf(nowMs: number, ahead = 0): Date {
  const now = new Date(nowMs);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
}
