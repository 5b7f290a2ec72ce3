import { eventClass } from '@sightline/contracts/events/event';
import { eventSubtypes } from '@sightline/domain/global-search/event-subtypes';
import { readEventWords } from '@sightline/domain/global-search/event-words';
import { searchWords } from '@sightline/domain/global-search/fold-name';
import { expect, it } from 'vitest';
import english from '../../platform/i18n/locales/en/events.json' with { type: 'json' };
import hebrew from '../../platform/i18n/locales/he/events.json' with { type: 'json' };

it.each([
  ['English', english],
  ['Hebrew', hebrew],
])('GSEARCH-008 every word by which a screen calls an event finds it, in %s', (_name, texts) => {
  for (const kind of eventClass.options)
    expect(readEventWords(searchWords(texts.search.class[kind]))).toEqual({
      kinds: [{ class: kind, subtype: null }],
      rest: [],
    });
  for (const subtype of eventSubtypes)
    expect(readEventWords(searchWords(texts.search.subtype[subtype])), subtype).toMatchObject({
      kinds: [{ subtype }],
      rest: [],
    });
});
