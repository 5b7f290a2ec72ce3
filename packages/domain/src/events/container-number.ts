/** A number as it is compared: capitals and digits; blanks and dashes do not count. */
export const plainContainerNumber = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** Owner in three letters, kind of equipment, six digits, and the digit that checks them. */
const form = /^[A-Z]{3}[JUZ]\d{7}$/;
const length = 11;
const ownerLength = 4;

/** Letters count from 10 on, and none as a multiple of 11 (ISO 6346). */
const letterValues = [
  10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 34, 35, 36, 37, 38,
];
const valueOf = (sign: string): number => {
  const letter = sign.charCodeAt(0) - 65;
  return letter < 0 ? Number(sign) : (letterValues[letter] ?? 0);
};

/** Whether it is the number of a container by ISO 6346, its last digit right. */
export function isContainerNumber(number: string): boolean {
  if (!form.test(number)) return false;
  let sum = 0;
  for (let at = 0; at < length - 1; at += 1) sum += valueOf(number[at]!) * 2 ** at;
  return (sum % 11) % 10 === Number(number[length - 1]);
}

/** Those of a list, as they are written, that no container has. */
export const wrongNumbers = (numbers: readonly string[]): string[] =>
  numbers.filter((number) => !isContainerNumber(plainContainerNumber(number)));

/** Signs that readers mistake for each other: among the letters a letter is meant, among the digits a digit. */
const asLetter: Readonly<Record<string, string>> = { 0: 'O', 1: 'I' };
const asDigit: Readonly<Record<string, string>> = { O: '0', I: '1' };

/** The first number of a container in lines of text, which it may be spread over; null where there is none whose check digit is right. */
export function containerNumberIn(lines: readonly string[]): string | null {
  const signs = plainContainerNumber(lines.join(''));
  for (let at = 0; at + length <= signs.length; at += 1) {
    const owner = signs.slice(at, at + ownerLength).replaceAll(/[01]/g, (sign) => asLetter[sign] ?? sign);
    const digits = signs.slice(at + ownerLength, at + length).replaceAll(/[OI]/g, (sign) => asDigit[sign] ?? sign);
    if (isContainerNumber(owner + digits)) return owner + digits;
  }
  return null;
}
