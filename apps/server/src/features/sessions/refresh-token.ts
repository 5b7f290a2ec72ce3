import { randomBytes } from 'node:crypto';

/** Begins tokens since their cookie has a name of the host. */
const mark = '1';
const early = /^[\w-]{43}$/;

/** 32 random bytes, marked. */
export const newRefreshToken = (): string => `${mark}${randomBytes(32).toString('base64url')}`;

/** Whether a token is from before they were marked. */
export const isEarlyToken = (token: string): boolean => early.test(token);
