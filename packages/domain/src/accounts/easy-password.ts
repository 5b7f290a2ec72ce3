/** What passwords are mostly made of, as lists of leaked ones show it. Keys beside each other are runs, below. */
const words: readonly string[] = (
  'password passwort passwords passw pass pwd parola senha contrasena motdepasse haslo sisma admin admins administrator root user username guest test tester ' +
  'testing demo default temp temporary changeme changeit letmein login logon signin welcome welkom willkommen hello hallo shalom secret geheim secure security safe ' +
  'access master system server service support office company business internet network computer laptop windows microsoft google apple samsung android iphone ' +
  'facebook instagram youtube linkedin twitter amazon netflix sightline camera cameras cctv nvr dvr video record recorder hikvision dahua axis monitor surveillance ' +
  'guard alarm iloveyou ilove loveyou love lover lovely forever always baby babygirl babyboy honey sweet sweetie angel angels princess prince queen king ' +
  'money dollar million lucky happy smile sunshine sunny rainbow summer winter spring autumn monday tuesday wednesday thursday friday saturday sunday january ' +
  'february march april june july august september october november december football soccer baseball basketball hockey tennis golfer chelsea liverpool arsenal ' +
  'barcelona madrid juventus maccabi hapoel yankees cowboys eagles lakers steelers dragon dragons monkey tiger lion wolf eagle bear horse dolphin butterfly ' +
  'kitty puppy doggy batman superman spiderman ironman starwars pokemon pikachu naruto minecraft fortnite matrix ninja killer hunter shadow phoenix thunder ' +
  'mustang ferrari porsche mercedes corvette harley yamaha honda toyota michael michelle jennifer jessica ashley amanda daniel david jordan joshua andrew ' +
  'anthony matthew thomas robert charlie george jordan nicole samantha trustno trust nothing something anything whatever freedom qazwsx asdf zxcv qwer abc ' +
  'biteme fuckyou fuck asshole cheese cookie chocolate banana orange pepper ginger flower purple yellow silver golden diamond crystal new old my the you your our for ' +
  'israel jerusalem telaviv haifa america newyork england london germany berlin france paris'
).split(' ');

/** Keys in the order in which they lie, and what people count. */
const runs = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '!@#$%^&*()',
  '147258369',
  '159753',
];
const bothWays = [...runs, ...runs.map((run) => run.split('').reverse().join(''))];

const asLetters: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const plain = (text: string): string => text.replaceAll(/[013457@$!]/g, (sign) => asLetters[sign] ?? sign);

const shortestRun = 3;
/** A guesser tries everything that is put together of so many usual parts. */
const maxParts = 3;

/** What is put behind a word to please a rule: `12`, `2026`, `!@`. */
const isTrimming = (part: string): boolean => /^(?:\d{2,4}|[^\p{L}\d]{2,3})$/u.test(part);
const isOneSign = (part: string): boolean => part.length > 1 && new Set(part).size === 1;
const isRun = (part: string): boolean => part.length >= shortestRun && bothWays.some((run) => run.includes(part));

/** The fewest parts that a text can be put together of: usual words, runs of keys, up to four digits, one sign again and again, or single signs. */
function partsOf(text: string, usual: ReadonlySet<string>): number {
  const longest = Math.max(...[...usual].map(({ length }) => length), 40);
  const fewest = [0];
  for (let end = 1; end <= text.length; end += 1) {
    let best = (fewest[end - 1] ?? 0) + 1;
    for (let begin = Math.max(0, end - longest); begin < end - 1; begin += 1) {
      const part = text.slice(begin, end);
      const isUsual = usual.has(part) || usual.has(plain(part)) || isTrimming(part) || isOneSign(part) || isRun(part);
      if (isUsual) best = Math.min(best, (fewest[begin] ?? 0) + 1);
    }
    fewest.push(best);
  }
  return fewest[text.length] ?? 0;
}

/** The shortest piece of which a text is nothing but repetitions: `abcabcabc` is `abc`. */
function onceOf(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1)
    if (text.length % length === 0 && text.slice(0, length).repeat(text.length / length) === text)
      return text.slice(0, length);
  return text;
}

/** What stands between words makes nothing harder. */
const joined = (text: string): string => text.toLowerCase().replaceAll(/[\s._-]+/g, '');

/**
 * True for a password that is guessed first: put together of a few usual words, runs of keys, numbers and signs, or of what a guesser
 * `knows` of its owner, such as the address.
 */
export function isEasyPassword(password: string, knows: readonly string[] = []): boolean {
  // Longer ones than these are no lists of usual parts; counting theirs would only take time.
  const text = joined(password).slice(0, 64);
  const own = knows
    .flatMap((known) => [joined(known), ...known.toLowerCase().split(/[^\p{L}\d]+/u)])
    .filter(({ length }) => length > 2);
  return partsOf(onceOf(text), new Set([...words.filter(({ length }) => length > 2), ...own])) <= maxParts;
}
