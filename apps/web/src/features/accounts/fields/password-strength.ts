import { isEasyPassword } from '@sightline/domain/accounts/easy-password';

/** The contract's own figure; read from there it would bring the whole validation library into the page. */
export const passwordLength = 10;

/** `empty`, `short` and `easy` are refused by the server; the rest is advice. */
export type PasswordStrength = 'empty' | 'short' | 'easy' | 'weak' | 'fair' | 'good' | 'strong';

const runs = 'abcdefghijklmnopqrstuvwxyz 01234567890 qwertyuiop asdfghjkl zxcvbnm';
const common = ['password', 'sightline', 'welcome', 'letmein', 'qwerty', 'admin', 'camera', 'secret'];

/** Length of the text when parts that a guesser tries first count as one character: repetitions, runs of keys, usual words. */
const tellingLength = (text: string): number => {
  let rest = text.toLowerCase();
  for (const word of common) rest = rest.replaceAll(word, '*');
  rest = rest.replaceAll(/(.)\1{2,}/g, '*').replaceAll(/(.{2,})\1+/g, '$1');
  let count = 0;
  for (let index = 0; index < rest.length; index += 1) {
    const isRun = index >= 2 && runs.includes(rest.slice(index - 2, index + 1));
    if (!isRun) count += 1;
  }
  return count;
};

const kindsOf = (text: string): number =>
  [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(text)).length;

/** How hard a password is to guess. `known` are texts that a guesser has: the address, the name. */
export const passwordStrength = (password: string, known: readonly string[] = []): PasswordStrength => {
  if (password === '') return 'empty';
  if (password.length < passwordLength) return 'short';
  if (isEasyPassword(password, known)) return 'easy';
  const parts = known.flatMap((text) => text.toLowerCase().split(/[^\p{L}\d]+/u)).filter((part) => part.length > 2);
  const bare = parts.reduce((text, part) => text.replaceAll(part, ''), password.toLowerCase());
  const score = tellingLength(bare) + 2 * (kindsOf(password) - 1);
  if (score < 10) return 'weak';
  if (score < 14) return 'fair';
  return score < 18 ? 'good' : 'strong';
};
