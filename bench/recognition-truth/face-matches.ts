import type { Event } from '@sightline/contracts/events/event';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import type { System } from '../../e2e/fixtures/system.ts';
import type { PlayedClip } from './clip-system.ts';

/** Two faces of different clips that the product takes for one person, or should. */
export interface FacePair {
  one: string;
  other: string;
  /** Highest similarity of their events, null when none could be compared. */
  similarity: number | null;
  isExpected: boolean;
  isMatch: boolean;
}

interface Face {
  clip: string;
  name: string;
  event: Event;
}

type Side = 'left' | 'middle' | 'right';

/** Where in the picture a face is, in thirds that leave room for sways. */
function sideOf(event: Event): Side {
  const box = event.face?.box ?? event.best.box;
  const middle = box.x + box.width / 2;
  if (middle < 0.4) return 'left';
  return middle > 0.6 ? 'right' : 'middle';
}

/** Events with a face that can be compared, with the name that the truth has for it. */
function facesOf({ truth, events }: PlayedClip): Face[] {
  return events.flatMap((event) => {
    if (!event.similarBy.includes('face')) return [];
    const known = (truth.faces ?? []).find(({ side }) => side === null || side === sideOf(event));
    return [{ clip: truth.clip, name: known?.name ?? `unknown (${sideOf(event)})`, event }];
  });
}

const label = ({ clip, name }: Face): string => `${name} (${clip})`;

/** Compares every face of each clip with those of the other clips through the public search; one line for each pair of people. */
export async function compareFaces(system: System, clips: readonly PlayedClip[]): Promise<FacePair[]> {
  const faces = clips.flatMap(facesOf);
  const pairs = new Map<string, FacePair>();
  for (const face of faces) {
    const others = faces.filter(({ clip }) => clip !== face.clip);
    if (others.length === 0) continue;
    const cameraIds = [...new Set(others.map(({ event }) => event.cameraId))].join(',');
    const { items } = await system.api.call(eventsCalls.similar, {
      params: { id: face.event.id },
      query: { by: 'face', cameraIds, limit: 200 },
    });
    for (const { event, similarity, isMatch } of items) {
      const other = others.find((one) => one.event.id === event.id);
      if (!other) continue;
      const [one, two] = [label(face), label(other)].toSorted();
      const known = pairs.get(`${one}/${two}`) ?? {
        one,
        other: two,
        similarity: null,
        isExpected: face.name === other.name,
        isMatch: false,
      };
      known.similarity = Math.max(known.similarity ?? -1, similarity);
      known.isMatch ||= isMatch === true;
      pairs.set(`${one}/${two}`, known);
    }
  }
  return [...pairs.values()].toSorted((a, b) => (b.similarity ?? -1) - (a.similarity ?? -1));
}
