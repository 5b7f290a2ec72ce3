import { doorwayScene, type DoorwayScene } from './doorway-scene.ts';
import { prepareScene } from './scene-painter.ts';

/** One moment of the scene with the door, and what is so in it. */
export interface DoorwayPicture {
  timeS: number;
  /** Brightness, one byte per pixel; that of the next picture as well. */
  grey: { data: Uint8Array; width: number; height: number; stride: number };
  truth: ReturnType<DoorwayScene['doorAt']>;
  people: ReturnType<DoorwayScene['peopleAt']>;
}

/** The scene with the door, picture by picture; `contentAt` draws something else in its place. */
export function* doorwayPictures({
  light,
  toS,
  fromS = 0,
  picturesPerS = 5,
  width = 320,
  height = 180,
  contentAt,
}: {
  light: 'day' | 'night';
  toS: number;
  fromS?: number;
  picturesPerS?: number;
  width?: number;
  height?: number;
  contentAt?: DoorwayScene['contentAt'];
}): Generator<DoorwayPicture> {
  const scene = doorwayScene(light);
  const painter = prepareScene(scene, width, height);
  for (let index = Math.round(fromS * picturesPerS); index < toS * picturesPerS; index += 1) {
    const timeS = index / picturesPerS;
    const at = timeS % scene.durationS;
    const data = painter.draw((contentAt ?? scene.contentAt)(at));
    const grey = { data, width, height, stride: width };
    yield { timeS, grey, truth: scene.doorAt(at), people: contentAt === undefined ? scene.peopleAt(at) : [] };
  }
}
