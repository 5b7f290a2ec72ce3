import { z } from 'zod';

/** What a model that recognises one thing for alert rules may say, by its task. A core announces the task with its model. */
export const spotWords = {
  weapon: ['weapon'],
  protectiveGear: ['bareHead', 'noVest'],
  gloves: ['bareHand'],
  fireSmoke: ['flame', 'smoke'],
  fall: ['fallen'],
  violence: ['fight'],
  // Where a container's number stands; the core reads it.
  containerText: ['containerNumber'],
} as const;

/** The task of such a model; its name is the ability that rules wait for. */
export const spotTask = z.enum([
  'weapon',
  'protectiveGear',
  'gloves',
  'fireSmoke',
  'fall',
  'violence',
  'containerText',
]);
/** Anything that one of them may say. */
export const spotWord = z.enum(Object.values(spotWords).flat() as [SpotWord, ...SpotWord[]]);

export type SpotTask = z.infer<typeof spotTask>;
export type SpotWord = (typeof spotWords)[SpotTask][number];
