import type { Box, ColourName, ColourPart, EventClass, EventColour } from '@sightline/contracts/events/event';
import type { RgbImage } from '../../../platform/pictures/rgb-image.ts';
import { samplePixels } from '../appearance.ts';
import { bordersOf, partOf } from '../box-geometry.ts';
import { colourNameOf } from './colour-names.ts';

/** Weighted shares of colours per part, summed over looks. */
export type ColourVotes = Map<ColourPart, Map<ColourName, number>>;

/** Colours with less of the part than this are not told. */
const minShare = 0.12;
/** Mean distance of the channels below which a picture has no colours (infrared light at night, or a grey camera), 0-255; asphalt has 3. */
const minColour = 1.6;

/** Where on a box the colour of a part is looked for: its middle, for the edges show what is behind. */
const parts: Record<ColourPart, { left: number; top: number; right: number; bottom: number }> = {
  upper: { left: 0.3, top: 0.2, right: 0.7, bottom: 0.46 },
  lower: { left: 0.32, top: 0.54, right: 0.68, bottom: 0.86 },
  body: { left: 0.18, top: 0.2, right: 0.82, bottom: 0.82 },
};

/** Whether a picture has colours at all. */
export function hasColours(image: RgbImage): boolean {
  let sum = 0;
  let count = 0;
  samplePixels(image, { x: 0, y: 0, width: 1, height: 1 }, ([red, green, blue]) => {
    sum += Math.max(red, green, blue) - Math.min(red, green, blue);
    count += 1;
  });
  return count > 0 && sum / count >= minColour;
}

/** A person cut off by the lower edge of the picture shows no legs: what is lower there are still clothes of the upper part. */
function partsOf(eventClass: EventClass, box: Box, image: RgbImage): ColourPart[] {
  if (eventClass !== 'person') return ['body'];
  const aspect = (box.height * image.height) / Math.max(1, box.width * image.width);
  return bordersOf(box, 0.015).bottom && aspect < 2.2 ? ['upper'] : ['upper', 'lower'];
}

/** Adds what one look shows. `weight`: how well the thing is seen. */
export function voteColours(
  votes: ColourVotes,
  look: { image: RgbImage; box: Box; class: EventClass; weight: number },
): void {
  for (const part of partsOf(look.class, look.box, look.image)) {
    const seen = new Map<ColourName, number>();
    let count = 0;
    samplePixels(look.image, partOf(look.box, parts[part]), ([red, green, blue]) => {
      const name = colourNameOf(red, green, blue);
      seen.set(name, (seen.get(name) ?? 0) + 1);
      count += 1;
    });
    if (count < 12) continue;
    const sums = votes.get(part) ?? new Map<ColourName, number>();
    for (const [name, pixels] of seen) sums.set(name, (sums.get(name) ?? 0) + (look.weight * pixels) / count);
    votes.set(part, sums);
  }
}

/** The two colours with most of each part, the larger first. */
export function coloursOf(votes: ColourVotes): EventColour[] {
  return [...votes].flatMap(([part, sums]) => {
    const total = [...sums.values()].reduce((sum, value) => sum + value, 0);
    return [...sums]
      .map(([colour, value]) => ({ part, colour, share: total > 0 ? Math.round((value / total) * 1000) / 1000 : 0 }))
      .filter((colour) => colour.share >= minShare)
      .toSorted((a, b) => b.share - a.share)
      .slice(0, 2);
  });
}
