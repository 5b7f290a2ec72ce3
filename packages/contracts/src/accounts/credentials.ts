import { z } from 'zod';

/** E-mail address, at most 254 characters, compared in lower case. */
export const email = z
  .email()
  .max(254)
  .transform((value) => value.toLowerCase());

/** A new password has at least this many characters; a shorter one is answered `password_too_weak`. Usual words, runs of keys and the address of the account, also with a few signs around them, are answered `password_too_easy`. */
export const passwordLength = 10;

/** Plain password as typed. Never stored, never logged. */
export const newPassword = z.string().min(1).max(200);
