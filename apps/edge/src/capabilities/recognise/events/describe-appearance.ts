import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { ModelSet } from '../../models/inference.ts';
import { pictureQuality, offerPicture } from './best-pictures.ts';
import { clipBox } from '../box-geometry.ts';
import { hasColours, voteColours } from '../votes/colour-votes.ts';
import { describeFaces, wantsFaces } from './describe-faces.ts';
import { describePlate, wantsPlate } from './describe-plates.ts';
import type { EventFacts } from './event-facts.ts';
import type { Look, WhoIs } from '../recogniser.ts';
import { classOf } from '../tracks/track.ts';
import type { Sighting, Track } from '../tracks/track.ts';

/** A track with what was seen of it now. */
export interface Described {
  track: Track;
  sighting: Sighting;
  facts: EventFacts;
}

/** A look may cost little more than the detector: so many faces and plates at most, colours this rarely. */
const budget = { faces: 2, plates: 1, coloursEveryMs: 450 };

/** Learns what this look shows of the things in it; those that were looked at longest ago come first. */
export async function describeAppearance(
  seen: readonly Described[],
  look: Look,
  using: { models: ModelSet; settings: AnalysisSettings; whoIs: WhoIs },
): Promise<void> {
  const isDue = ({ facts }: Described): boolean => look.atUtcMs - facts.describedAtUtcMs >= budget.coloursEveryMs;
  const isColoured = seen.some(isDue) && hasColours(look.image);
  for (const one of seen) describeCheaply(one, look, isColoured && isDue(one));
  if (using.settings.comparesFaces) await describePeople(seen, look, using);
  if (using.settings.readsPlates) {
    const due = seen
      .filter(({ sighting, facts }) => wantsPlate(sighting, facts, look))
      .toSorted((a, b) => a.facts.plateAtUtcMs - b.facts.plateAtUtcMs);
    for (const { sighting, facts } of due.slice(0, budget.plates))
      await describePlate(using.models, sighting, { facts, look });
  }
}

async function describePeople(
  seen: readonly Described[],
  look: Look,
  { models, whoIs }: { models: ModelSet; whoIs: WhoIs },
): Promise<void> {
  // Most of what is seen only once or twice is nobody, and who comes is seen again soon.
  const due = seen
    .filter(({ track, sighting, facts }) => track.state === 'followed' && wantsFaces(sighting, facts, look))
    .toSorted((a, b) => a.facts.facesAtUtcMs - b.facts.facesAtUtcMs);
  for (const { sighting, facts } of due.slice(0, budget.faces)) {
    const others = seen
      .filter((other) => other.sighting !== sighting && other.sighting.class === 'person')
      .map((other) => other.sighting.box);
    await describeFaces(models, sighting, { facts, look, others, whoIs });
  }
}

function describeCheaply({ track, sighting, facts }: Described, look: Look, tellsColours: boolean): void {
  const { image, atUtcMs } = look;
  const quality = pictureQuality(sighting.box, sighting.score);
  offerPicture(facts, 'object', { image, box: clipBox(sighting.box), quality, atUtcMs });
  facts.motionLevel = Math.max(facts.motionLevel, look.motion.level);
  if (!tellsColours) return;
  facts.describedAtUtcMs = atUtcMs;
  // Squared: a few good looks say more than many poor ones.
  voteColours(facts.colours, { image, box: sighting.box, class: classOf(track), weight: quality ** 2 });
}
