import type { EventClass } from '@sightline/contracts/events/event';

/** The 90 numbers of COCO, of which 80 are used. */
const cocoText = `person bicycle car motorcycle airplane bus train truck boat traffic-light fire-hydrant - stop-sign parking-meter bench bird
cat dog horse sheep cow elephant bear zebra giraffe - backpack umbrella - - handbag tie suitcase frisbee skis snowboard sports-ball kite
baseball-bat baseball-glove skateboard surfboard tennis-racket bottle - wine-glass cup fork knife spoon bowl banana apple sandwich orange
broccoli carrot hot-dog pizza donut cake chair couch potted-plant bed - dining-table - - toilet - tv laptop mouse remote keyboard
cell-phone microwave oven toaster sink refrigerator - book clock vase scissors teddy-bear hair-drier toothbrush`;

export const cocoLabels: string[] = cocoText
  .split(/\s+/)
  .map((label) => (label === '-' ? '' : label.replaceAll('-', ' ')));

const vehicles = ['bicycle', 'car', 'motorcycle', 'bus', 'train', 'truck', 'boat'];
const animals = ['bird', 'cat', 'dog', 'horse', 'sheep', 'cow', 'elephant', 'bear', 'zebra', 'giraffe'];

/** What the product makes of them; everything else is dropped. */
export const cocoClasses: Record<string, EventClass> = {
  person: 'person',
  ...Object.fromEntries(vehicles.map((label) => [label, 'vehicle' as const])),
  ...Object.fromEntries(animals.map((label) => [label, 'animal' as const])),
};
