import type { EventClass } from '@sightline/contracts/events/event';
import type { eventSubtypes } from './event-subtypes.ts';
import { foldName } from './fold-name.ts';

/** What an event is of: a class, or what its model more finely calls it. */
export interface EventKind {
  class: EventClass;
  subtype: (typeof eventSubtypes)[number] | null;
}

/** Words by which people call what events are of, in the languages of the screens. What the screens show comes first. */
const words: readonly (EventKind & { names: readonly string[] })[] = [
  { class: 'person', subtype: null, names: ['Person', 'אדם', 'people', 'אנשים', 'בני אדם'] },
  { class: 'vehicle', subtype: null, names: ['Vehicle', 'רכב', 'vehicles', 'כלי רכב', 'רכבים'] },
  { class: 'animal', subtype: null, names: ['Animal', 'בעל חיים', 'animals', 'בעלי חיים', 'חיות'] },
  { class: 'vehicle', subtype: 'car', names: ['Car', 'מכונית', 'cars', 'מכוניות'] },
  { class: 'vehicle', subtype: 'truck', names: ['Truck', 'משאית', 'trucks', 'משאיות'] },
  { class: 'vehicle', subtype: 'bus', names: ['Bus', 'אוטובוס', 'buses', 'אוטובוסים'] },
  { class: 'vehicle', subtype: 'motorcycle', names: ['Motorcycle', 'אופנוע', 'motorcycles', 'אופנועים'] },
  { class: 'vehicle', subtype: 'bicycle', names: ['Bicycle', 'אופניים', 'bicycles'] },
  { class: 'animal', subtype: 'cat', names: ['Cat', 'חתול', 'cats', 'חתולים'] },
  { class: 'animal', subtype: 'dog', names: ['Dog', 'כלב', 'dogs', 'כלבים'] },
  { class: 'animal', subtype: 'bird', names: ['Bird', 'ציפור', 'birds', 'ציפורים'] },
  { class: 'animal', subtype: 'horse', names: ['Horse', 'סוס', 'horses', 'סוסים'] },
  { class: 'animal', subtype: 'sheep', names: ['Sheep', 'כבשה', 'כבשים'] },
  { class: 'animal', subtype: 'cow', names: ['Cow', 'פרה', 'cows', 'פרות'] },
];

const folded = words.map(({ names, ...kind }) => ({ kind, names: names.map((name) => foldName(name).split(' ')) }));

/** Fewer letters begin too much else. */
const minLetters = 3;

/** True for `wanted` itself, and for its beginning as it is typed. */
const begins = (word: string, wanted: string): boolean =>
  word === wanted || (word.length >= minLetters && wanted.startsWith(word));

/** A name of several words is meant by its beginning words; the last of them may not be typed to its end. Answers how many words it takes. */
function takenBy(name: readonly string[], asked: readonly string[], at: number): number {
  let taken = 0;
  while (taken < name.length && at + taken < asked.length && begins(asked[at + taken] ?? '', name[taken] ?? ''))
    taken += 1;
  return taken;
}

/** What the folded words of a query say of events: of what they may be, and the words that say nothing of it. */
export function readEventWords(asked: readonly string[]): { kinds: EventKind[]; rest: string[] } {
  for (let at = 0; at < asked.length; at += 1) {
    const taken = folded.map(({ kind, names }) => ({
      kind,
      words: Math.max(...names.map((name) => takenBy(name, asked, at))),
    }));
    const most = Math.max(...taken.map((one) => one.words));
    if (most === 0) continue;
    return {
      kinds: taken.filter((one) => one.words === most).map(({ kind }) => kind),
      rest: asked.filter((_, place) => place < at || place >= at + most),
    };
  }
  return { kinds: [], rest: [...asked] };
}

/** A plate as it may be meant by a whole query: capitals and digits, at least one of them a digit; null when it is none. */
export function readPlate(query: string): string | null {
  const text = query.toUpperCase().replaceAll(/[\s.·-]/g, '');
  return /^(?=.*\d)[A-Z0-9]{3,12}$/.test(text) ? text : null;
}
