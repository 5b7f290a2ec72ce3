import { passwordLength } from '@sightline/contracts/sessions/session';
import { AppError } from '@sightline/contracts/shared/errors';

/**
 * Refuses what is guessed first: throws `password_too_weak` for one that is too short, `password_too_easy` for the address of
 * the account, for spaces, and for one character again and again.
 */
export function requireGoodPassword(password: string, email: string): void {
  if (password.length < passwordLength) throw new AppError('password_too_weak');
  const shown = password.trim().toLowerCase();
  if (new Set(shown).size <= 1 || shown === email.toLowerCase()) throw new AppError('password_too_easy');
}
