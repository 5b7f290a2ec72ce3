/** What cannot be brought to the monitoring service for so long is given up, and people are told. */
export const dispatchPatienceMs = 5 * 60_000;
