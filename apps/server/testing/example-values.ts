/** As in an address that was signed, with a signature that nobody made. */
export const signed = { expires: 1, session: 'x.y', signature: 'z' };
/** An hour of the past. */
export const hour = { fromUtcMs: 1_790_000_000_000, toUtcMs: 1_790_003_600_000 };
