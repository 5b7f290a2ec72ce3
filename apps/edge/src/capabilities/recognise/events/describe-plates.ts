import type { Box } from '@sightline/contracts/events/event';
import type { ModelSet } from '../../models/inference.ts';
import { pictureQuality, offerPicture } from './best-pictures.ts';
import { boxOfEdges, clipBox } from '../box-geometry.ts';
import type { EventFacts } from './event-facts.ts';
import { isPlateSettled, plateAmong, plateOf, votePlate } from '../votes/plate-votes.ts';
import type { Look } from '../recogniser.ts';
import type { Sighting } from '../tracks/track.ts';

/** Below this width of a vehicle, px of the analysed picture, its plate has no readable letters. */
const minVehiclePx = 130;

/** Reading costs as much as five looks of the detector: often while it brings something, seldom while it does not. */
const budget = {
  reads: 20,
  everyMs: 300,
  laterEveryMs: 800,
  soonReads: 12,
  vainReads: 4,
  vainStepMs: 450,
  betterTimes: 1.2,
};

/** Whether reading this vehicle now may tell something new. */
export function wantsPlate(sighting: Sighting, facts: EventFacts, look: Look): boolean {
  if (sighting.class !== 'vehicle' || sighting.box.width * look.image.width < minVehiclePx) return false;
  if (facts.plateReads >= budget.reads || isPlateSettled(facts.plate)) return false;
  const sinceMs = look.atUtcMs - facts.plateAtUtcMs;
  if (facts.plate.readings.length > 0)
    return sinceMs >= (facts.plateReads < budget.soonReads ? budget.everyMs : budget.laterEveryMs);
  // What was read in vain is read again later and later, sooner when it is seen better, and not for ever.
  const isBetter = pictureQuality(sighting.box, sighting.score) >= budget.betterTimes * facts.plateQuality;
  return facts.plateReads < budget.vainReads && sinceMs >= budget.vainStepMs * (isBetter ? 1 : facts.plateReads);
}

/** Reads the plate of one vehicle. */
export async function describePlate(
  models: ModelSet,
  sighting: Sighting,
  { facts, look }: { facts: EventFacts; look: Look },
): Promise<void> {
  if (models.textReader === null) return;
  facts.plateAtUtcMs = look.atUtcMs;
  facts.plateReads += 1;
  facts.plateQuality = pictureQuality(sighting.box, sighting.score);
  const lines = await models.textReader.read(look.image, areaToRead(sighting.box, facts));
  const reading = plateAmong(lines, sighting.box, look.image);
  if (reading === null) return;
  votePlate(facts.plate, reading);
  facts.plateWithin = within(reading.box, sighting.box);
  if (plateOf(facts.plate)?.text === reading.text) {
    const quality = reading.score * reading.box.width;
    offerPicture(facts, 'plate', { image: look.image, box: clipBox(reading.box), quality, atUtcMs: look.atUtcMs });
  }
}

/** The one box in fractions of the other. */
const within = (inner: Box, outer: Box): Box => ({
  x: (inner.x - outer.x) / outer.width,
  y: (inner.y - outer.y) / outer.height,
  width: inner.width / outer.width,
  height: inner.height / outer.height,
});

/**
 * The lower two thirds, a little wider, for boxes end within bumpers; every other time only the surroundings of where
 * the plate was: enlarged, it is read with other mistakes, and these are outvoted.
 */
function areaToRead(box: Box, facts: EventFacts): Box {
  const known = facts.plateWithin;
  if (known !== null && facts.plateReads % 2 === 0) {
    const plate = {
      x: box.x + known.x * box.width,
      y: box.y + known.y * box.height,
      width: known.width * box.width,
      height: known.height * box.height,
    };
    return boxOfEdges({
      left: plate.x - plate.width * 0.4,
      top: plate.y - plate.height,
      right: plate.x + plate.width * 1.4,
      bottom: plate.y + plate.height * 2,
    });
  }
  const top = box.y + box.height / 3;
  return boxOfEdges({
    left: box.x - box.width * 0.04,
    top,
    right: box.x + box.width * 1.04,
    bottom: box.y + box.height * 1.04,
  });
}
