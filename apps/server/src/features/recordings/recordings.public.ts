/** What the link hands over, and what housekeeping throws away; wired where the server is put together. */
export { createGapKeeping, expireGaps } from './gap-keeping.ts';
