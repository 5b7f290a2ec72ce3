import { passwordLength } from '@sightline/contracts/accounts/credentials';
import { AppError } from '@sightline/contracts/shared/errors';
import { isEasyPassword } from '@sightline/domain/accounts/easy-password';

/**
 * Refuses what is guessed first: throws `password_too_weak` for one that is too short, `password_too_easy` for usual words, runs of
 * keys and the address of the account, also with a few signs around them.
 */
export function requireGoodPassword(password: string, email: string): void {
  if (password.length < passwordLength) throw new AppError('password_too_weak');
  if (isEasyPassword(password, [email])) throw new AppError('password_too_easy');
}
