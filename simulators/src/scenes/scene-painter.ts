import { drawCrown } from './models/foliage.ts';
import { bakeObjects, createCompositor } from './render/compositor.ts';
import type { Compositor } from './render/compositor.ts';
import { renderStill } from './render/still.ts';
import type { Scene } from './scene.ts';

/** Draws everything in a scene that stands still (the slow part, a few seconds) and returns what draws the rest. */
export function prepareScene(scene: Scene, width: number, height: number): Compositor {
  const camera = scene.camera(width, height);
  const { lighting } = scene;
  const still = renderStill(scene.world, lighting, camera);
  for (const tree of scene.trees) drawCrown(tree, { still, camera, lighting });
  const parts = { camera, lighting, still, noise: scene.noise };
  if (scene.parked.length > 0) bakeObjects(parts, scene.parked);
  return createCompositor(parts);
}
