import type { Box } from '@sightline/contracts/events/event';
import type { ModelSet } from '../models/inference.ts';
import { lookQuality, offerPicture } from './best-pictures.ts';
import { clipBox } from './box-geometry.ts';
import type { EventFacts } from './event-facts.ts';
import { isPlateSettled, plateAmong, plateOf, votePlate } from './plate-votes.ts';
import type { Look } from './recogniser.ts';
import type { Sighting } from './track.ts';

/** Below this width of a vehicle, px of the analysed picture, its plate has no readable letters. */
const leastVehiclePx = 90;
const budget = { reads: 20, everyMs: 300, laterEveryMs: 800, soonReads: 12 };

/** Whether reading this vehicle now may tell something new. */
export function wantsPlate(sighting: Sighting, facts: EventFacts, look: Look): boolean {
  if (sighting.class !== 'vehicle' || sighting.box.width * look.image.width < leastVehiclePx) return false;
  const everyMs = facts.plateReads < budget.soonReads ? budget.everyMs : budget.laterEveryMs;
  if (facts.plateReads >= budget.reads || look.atUtcMs - facts.plateAtUtcMs < everyMs || isPlateSettled(facts.plate)) return false;
  // What was read in vain before is read again once it is seen better.
  const quality = lookQuality(sighting.box, sighting.score);
  return facts.plateReads < 6 || plateOf(facts.plate) !== null || quality >= 0.9 * (facts.pictures.get('object')?.quality ?? 0);
}

/** Reads the plate of one vehicle. */
export async function describePlate(models: ModelSet, sighting: Sighting, { facts, look }: { facts: EventFacts; look: Look }): Promise<void> {
  if (models.textReader === null) return;
  facts.plateAtUtcMs = look.atUtcMs;
  facts.plateReads += 1;
  const lines = await models.textReader.read(look.image, plateArea(sighting.box));
  const reading = plateAmong(lines, sighting.box, look.image);
  if (reading === null) return;
  votePlate(facts.plate, reading);
  if (plateOf(facts.plate)?.text === reading.text) {
    const quality = reading.score * reading.box.width;
    offerPicture(facts, 'plate', { image: look.image, box: clipBox(reading.box), quality, atUtcMs: look.atUtcMs });
  }
}

/** The lower two thirds, a little wider: boxes end within bumpers. */
function plateArea(box: Box): Box {
  const top = box.y + box.height / 3;
  return clipBox({ x: Math.max(0, box.x - box.width * 0.04), y: top, width: box.width * 1.08, height: box.y + box.height * 1.04 - top });
}
