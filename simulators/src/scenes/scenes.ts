import type { Scene } from './scene.ts';
import { streetScene } from './street-scene.ts';

/** Every scene that our own code can draw. */
export const scenes: Scene[] = [streetScene];
