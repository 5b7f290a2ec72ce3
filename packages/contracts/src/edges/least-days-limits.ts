/** The most days below which an owner can be told of deleted footage. */
export const maxLeastDays = 365;
