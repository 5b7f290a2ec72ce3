/** Letters of other scripts that look like Latin ones on a plate, in lower case. */
const lookAlikes: Readonly<Record<string, string>> = {
  // Cyrillic
  а: 'a',
  в: 'b',
  е: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  // Greek
  α: 'a',
  β: 'b',
  ε: 'e',
  ζ: 'z',
  η: 'h',
  ι: 'i',
  κ: 'k',
  μ: 'm',
  ν: 'n',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'y',
  χ: 'x',
};

/** Where the ten digits of a script begin. */
const zeros = [0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0];

const latinSign = (sign: string): string => {
  const like = lookAlikes[sign];
  if (like !== undefined) return like;
  const code = sign.codePointAt(0) ?? 0;
  const zero = zeros.find((first) => code >= first && code < first + 10);
  return zero === undefined ? sign : String(code - zero);
};

/**
 * A plate as it is compared with others: letters and digits in lower case, without accents; blanks and dashes do not
 * count, digits of every script are those of ours, and letters that look like Latin ones are these.
 */
export const plateKey = (plate: string): string =>
  plate
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{Nd}]/gu, '')
    .replaceAll(/./gu, latinSign);

/** Signs that readers of plates mistake for each other, by the one that stands for all. */
const mistaken: Readonly<Record<string, string>> = {
  o: '0',
  q: '0',
  d: '0',
  i: '1',
  l: '1',
  b: '8',
  s: '5',
  z: '2',
  g: '6',
};

/** A key with confusable signs folded together: O, Q, D and 0; I, L and 1; B and 8; S and 5; Z and 2; G and 6. Misreadings of one plate mostly have one of these. */
export const confusedKey = (key: string): string => key.replaceAll(/./gu, (sign) => mistaken[sign] ?? sign);
