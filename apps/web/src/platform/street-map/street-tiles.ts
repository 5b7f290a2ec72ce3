import type { StreetMap } from '@sightline/contracts/street-map/street-map';
import { projected, toScreen, type MapView, type ViewSize } from '../geo/mercator.ts';
import type { MapColours } from './draw-tile.ts';
import {
  paintedSidePx,
  tileBox,
  tileKey,
  tileSidePx,
  tilesInView,
  tileZoomFor,
  type TilePlace,
  type TileRange,
} from './tile-maths.ts';
import type { PageWord, PaintedTile, WorkerWord, WorldLabel } from './worker-words.ts';

/** The part of a worker that is used. */
export interface TilePort {
  post: (word: PageWord, transfer?: Transferable[]) => void;
  listen: (onWord: (word: WorkerWord) => void, onFailure: (message: string) => void) => void;
  end: () => void;
}

/** What is to be shown, where, and in which colours. */
export interface TileScene {
  view: MapView;
  size: ViewSize;
  /** Px of the screen in one px of the view. */
  ratio: number;
  colours: MapColours;
}

/** What there is of a scene: pictures with their boxes in px of the screen, the lowest first, and names. */
export interface TileFrame {
  pictures: readonly { picture: ImageBitmap; box: { x: number; y: number; width: number; height: number } }[];
  labels: readonly WorldLabel[];
  /** What the map covers, in px of the screen: tiles reach beyond it, but what they say there may be cut off. */
  covered: { x: number; y: number; width: number; height: number };
  /** True when nothing of what lies below can be seen. */
  isCovering: boolean;
  /** True when something in view could not be had; it is tried again. */
  isFailing: boolean;
}

/** Tiles of a map on a page. */
export interface StreetTiles {
  /** What can be shown at once; what is missing is fetched, the middle first. */
  frame(scene: TileScene): TileFrame;
  end(): void;
}

interface Known extends PaintedTile {
  place: TilePlace;
  sidePx: number;
  look: string;
  usedAt: number;
}

type Question = Pick<Known, 'place' | 'sidePx' | 'look'>;

/** What tiles need: `read` fetches a part of the file, `onChange` hears that there is more to be shown. */
export interface StreetTilesDeps {
  map: StreetMap;
  language: string;
  port: TilePort;
  read: (offset: number, length: number) => Promise<ArrayBuffer>;
  onChange: () => void;
  onProblem: (message: string, cause?: unknown) => void;
}

const atOnce = 4;
const retryMs = 5_000;
const maxBytes = 128 * 1024 * 1024;
/** So many zooms away a tile still stands in for one that is not there yet. */
const standInZooms = 4;
/** Stands for all tiles when the worker itself does not run. */
const workerKey = 'worker';

const bytesOf = ({ picture }: Known): number => (picture === null ? 256 : picture.width * picture.height * 4);

const coveredBy = ({ bounds }: TileRange, { view, size, ratio }: TileScene): TileFrame['covered'] => {
  const first = toScreen(projected({ lat: bounds.north, lon: bounds.west }), view, size);
  const last = toScreen(projected({ lat: bounds.south, lon: bounds.east }), view, size);
  return {
    x: first.x * ratio,
    y: first.y * ratio,
    width: (last.x - first.x) * ratio,
    height: (last.y - first.y) * ratio,
  };
};

const isWhole = ({ x, y, width, height }: TileFrame['covered'], { size, ratio }: TileScene): boolean =>
  x <= 0 && y <= 0 && x + width >= size.width * ratio && y + height >= size.height * ratio;

const isOn = ({ x, y }: WorldLabel, { bounds }: TileRange): boolean => {
  const [first, last] = [
    projected({ lat: bounds.north, lon: bounds.west }),
    projected({ lat: bounds.south, lon: bounds.east }),
  ];
  return x >= first.x && y >= first.y && x <= last.x && y <= last.y;
};

/** Tiles that were painted, the last used of them within a budget of memory. */
class PaintedTiles {
  readonly #known = new Map<string, Known>();
  #clock = 0;

  tick(): void {
    this.#clock++;
  }

  use(place: TilePlace): Known | undefined {
    const found = this.#known.get(tileKey(place));
    if (found !== undefined) found.usedAt = this.#clock;
    return found;
  }

  put(tile: Omit<Known, 'usedAt'>): void {
    this.#known.get(tileKey(tile.place))?.picture?.close();
    this.#known.set(tileKey(tile.place), { ...tile, usedAt: this.#clock });
  }

  /** What is painted of other zooms near this one, the coarsest first. */
  standIns(z: number): Known[] {
    const near = [...this.#known.values()].filter(
      ({ place, picture }) => picture !== null && place.z !== z && Math.abs(place.z - z) <= standInZooms,
    );
    return near.toSorted((a, b) => a.place.z - b.place.z);
  }

  trim(): void {
    let bytes = 0;
    for (const [key, tile] of [...this.#known].toSorted(([, a], [, b]) => b.usedAt - a.usedAt)) {
      bytes += bytesOf(tile);
      if (bytes <= maxBytes || tile.usedAt === this.#clock) continue;
      tile.picture?.close();
      this.#known.delete(key);
    }
  }

  clear(): void {
    for (const { picture } of this.#known.values()) picture?.close();
    this.#known.clear();
  }
}

const touches = (
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  { size, ratio }: TileScene,
): boolean => x < size.width * ratio && y < size.height * ratio && x + width > 0 && y + height > 0;

/** What was asked of the worker, and what could not be had. */
class TileQuestions {
  readonly #deps: StreetTilesDeps;
  readonly #pending = new Map<number, Question>();
  readonly #failed = new Map<string, number>();
  readonly #retries = new Set<ReturnType<typeof setTimeout>>();
  #lastId = 0;

  constructor(deps: StreetTilesDeps) {
    this.#deps = deps;
  }

  ask(question: Question, { view, colours }: TileScene): void {
    const { place, sidePx } = question;
    const key = tileKey(place);
    const isAsked = [...this.#pending.values()].some((other) => tileKey(other.place) === key);
    if (this.#pending.size >= atOnce || isAsked || performance.now() - (this.#failed.get(key) ?? -retryMs) < retryMs)
      return;
    const id = ++this.#lastId;
    this.#pending.set(id, question);
    this.#deps.port.post({
      type: 'paint',
      id,
      place,
      sidePx,
      ratio: sidePx / tileSidePx(place.z, view.zoom),
      zoom: view.zoom,
      colours,
    });
  }

  /** The question that an answer belongs to, which is over with it. */
  take(id: number): Question | undefined {
    const question = this.#pending.get(id);
    this.#pending.delete(id);
    if (question !== undefined) this.#failed.delete(tileKey(question.place));
    return question;
  }

  fail(key: string, message: string): void {
    const { onProblem, onChange } = this.#deps;
    // A map that does not come says so once, and not for each of its tiles.
    if (this.#failed.size === 0) onProblem(message);
    this.#failed.set(key, performance.now());
    const timer = setTimeout(() => {
      this.#retries.delete(timer);
      onChange();
    }, retryMs);
    this.#retries.add(timer);
    onChange();
  }

  isFailing(places: readonly TilePlace[]): boolean {
    return [workerKey, ...places.map(tileKey)].some((key) => this.#failed.has(key));
  }

  end(): void {
    for (const timer of this.#retries) clearTimeout(timer);
  }
}

async function answerRead(
  { port, read, onProblem }: StreetTilesDeps,
  { id, offset, length }: Extract<WorkerWord, { type: 'read' }>,
): Promise<void> {
  try {
    const bytes = await read(offset, length);
    port.post({ type: 'bytes', id, bytes }, [bytes]);
  } catch (failure) {
    onProblem('A part of the street map could not be read', failure);
    port.post({ type: 'bytes', id, bytes: null });
  }
}

/** Opens a map; the worker begins at once. */
export function createStreetTiles(deps: StreetTilesDeps): StreetTiles {
  const { map, language, port, onChange } = deps;
  const range: TileRange = { ...map, isVector: map.tiles === 'vector' };
  const painted = new PaintedTiles();
  const questions = new TileQuestions(deps);

  const hear = (word: WorkerWord): void => {
    if (word.type === 'read') return void answerRead(deps, word);
    const question = questions.take(word.id);
    if (question === undefined) return;
    if (word.type === 'failed') return questions.fail(tileKey(question.place), word.message);
    painted.put({ ...question, picture: word.picture, labels: word.labels });
    onChange();
  };
  port.listen(hear, (message) => questions.fail(workerKey, message));
  port.post({ type: 'begin', map, language });

  const frame = (scene: TileScene): TileFrame => {
    painted.tick();
    const covered = coveredBy(range, scene);
    const z = tileZoomFor(range, scene.view.zoom);
    if (z === null) return { pictures: [], labels: [], covered, isCovering: false, isFailing: false };
    const look = range.isVector ? Object.values(scene.colours).join() : '';
    const sidePx = range.isVector ? paintedSidePx(tileSidePx(z, scene.view.zoom), scene.ratio) : 0;
    const places = tilesInView(range, z, scene);
    const found = places.map((place) => painted.use(place));
    for (const [index, place] of places.entries()) {
      const tile = found[index];
      if (tile === undefined || tile.sidePx !== sidePx || tile.look !== look)
        questions.ask({ place, sidePx, look }, scene);
    }
    const tiles = [...(found.includes(undefined) ? painted.standIns(z) : []), ...found].filter(
      (tile) => tile !== undefined,
    );
    const pictures = tiles.flatMap(({ picture, place }) => {
      const box = tileBox(place, scene, scene.ratio);
      if (picture === null || !touches(box, scene)) return [];
      painted.use(place);
      return [{ picture, box }];
    });
    painted.trim();
    const isCovering = found.every((tile) => tile !== undefined && tile.picture !== null) && isWhole(covered, scene);
    const labels = tiles.flatMap((tile) => tile.labels).filter((label) => isOn(label, range));
    return { pictures, labels, covered, isCovering, isFailing: questions.isFailing(places) };
  };

  const end = (): void => {
    questions.end();
    port.end();
    painted.clear();
  };
  return { frame, end };
}

/** A real worker. Throws where the browser has none. */
export function openTileWorker(): TilePort {
  const worker = new Worker(new URL('./street-map.worker.ts', import.meta.url), { type: 'module' });
  return {
    post: (word, transfer = []) => worker.postMessage(word, transfer),
    listen: (onWord, onFailure) => {
      worker.onmessage = ({ data }: MessageEvent<WorkerWord>) => onWord(data);
      worker.onerror = (event) => onFailure(event.message);
    },
    end: () => worker.terminate(),
  };
}
