import { drawTile } from './draw-tile.ts';
import { sourceOf } from './tile-maths.ts';
import { createTileReader, worldLabels, type TileReader } from './tile-reader.ts';
import type { PageWord, PaintedTile, TileQuestion, WorkerWord } from './worker-words.ts';
import type { StreetMap } from '@sightline/contracts/street-map/street-map';

// Unpacking and painting a tile takes longer than a picture of the screen: here it holds up nothing.

interface Wanted {
  resolve: (bytes: ArrayBuffer) => void;
  reject: (reason: Error) => void;
}

const asked = new Map<number, Wanted>();
let lastRead = 0;
let begun: { map: StreetMap; reader: TileReader<Path2D> } | undefined;

const say = (word: WorkerWord, transfer: Transferable[] = []): void => postMessage(word, { transfer });

const read = (offset: number, length: number): Promise<ArrayBuffer> =>
  new Promise((resolve, reject) => {
    const id = ++lastRead;
    asked.set(id, { resolve, reject });
    say({ type: 'read', id, offset, length });
  });

const paintShapes = async (
  reader: TileReader<Path2D>,
  { place, sidePx, ratio, zoom, colours }: TileQuestion,
  map: StreetMap,
): Promise<PaintedTile> => {
  const { place: source, ...part } = sourceOf(place, map.maxZoom);
  const shapes = await reader.shapes(source);
  if (shapes === null) return { picture: null, labels: [] };
  const canvas = new OffscreenCanvas(sidePx, sidePx);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  // Where a file draws land itself, what it leaves free is the sea.
  const ground = map.layers.includes('earth') ? colours.water : colours.ground;
  drawTile(context, shapes.paths, { colours: { ...colours, ground }, zoom, sidePx, ratio, part });
  return { picture: canvas.transferToImageBitmap(), labels: worldLabels(place, map.maxZoom, shapes) };
};

const paintPicture = async (
  reader: TileReader<Path2D>,
  { place }: TileQuestion,
  map: StreetMap,
): Promise<PaintedTile> => {
  const bytes = await reader.picture(place);
  if (bytes === null) return { picture: null, labels: [] };
  return { picture: await createImageBitmap(new Blob([bytes], { type: `image/${map.tiles}` })), labels: [] };
};

const paint = async (question: TileQuestion): Promise<void> => {
  if (begun === undefined) return;
  const { reader, map } = begun;
  try {
    const tile = await (map.tiles === 'vector' ? paintShapes : paintPicture)(reader, question, map);
    say({ type: 'painted', id: question.id, ...tile }, tile.picture === null ? [] : [tile.picture]);
  } catch (failure) {
    say({ type: 'failed', id: question.id, message: failure instanceof Error ? failure.message : String(failure) });
  }
};

const takeBytes = (id: number, bytes: ArrayBuffer | null): void => {
  const wanted = asked.get(id);
  asked.delete(id);
  if (bytes === null) wanted?.reject(new Error('that part of the map could not be had'));
  else wanted?.resolve(bytes);
};

addEventListener('message', ({ data }: MessageEvent<PageWord>) => {
  if (data.type === 'begin')
    begun = { map: data.map, reader: createTileReader({ ...data, read, makePath: () => new Path2D() }) };
  else if (data.type === 'bytes') takeBytes(data.id, data.bytes);
  else void paint(data);
});
