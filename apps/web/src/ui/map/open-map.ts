import { primaryAction } from 'ol/events/condition.js';
import { getWidth, boundingExtent } from 'ol/extent.js';
import DragPan from 'ol/interaction/DragPan.js';
import Interaction from 'ol/interaction/Interaction.js';
import KeyboardPan from 'ol/interaction/KeyboardPan.js';
import KeyboardZoom from 'ol/interaction/KeyboardZoom.js';
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js';
import PinchZoom from 'ol/interaction/PinchZoom.js';
import OlMap from 'ol/Map.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import View from 'ol/View.js';
import {
  fromMetres,
  toMetres,
  worldPx,
  type MapView,
  type ViewSize,
  type WorldPoint,
} from '../../platform/geo/mercator.ts';

/** As near as the shapes of the countries make sense. */
export const countryZoom = 13;
/** As near as one comes where there is a map of streets. */
export const streetZoom = 19;

const keyPx = 80;
/** A pointer that moved less than this did not push the map. */
const clickPx = 4;
/** Zooms that one turn of a wheel may go. */
const maxWheelZooms = 5;
const marginPx = 72;
/** What is left between the margins of a small map. */
const minRoomPx = 64;
/** Where the land of the world has its middle. */
const worldMiddle: WorldPoint = { x: 0.5, y: 0.42 };
const worldExtent = boundingExtent([toMetres({ x: 0, y: 1 }), toMetres({ x: 1, y: 0 })]);

/** Whether something on the map was meant, and not the map. */
export const isOnControl = ({ originalEvent }: Pick<MapBrowserEvent, 'originalEvent'>): boolean =>
  originalEvent.target instanceof Element && originalEvent.target.closest('button, a') !== null;

/** The key that is a plus only with Shift means it without. The library knows "+" and "-". */
const zoomByUnshiftedPlus = ({ type, originalEvent, map }: MapBrowserEvent): boolean => {
  if (type !== 'keydown' || !(originalEvent instanceof KeyboardEvent)) return true;
  if (originalEvent.key !== '=' || originalEvent.ctrlKey || originalEvent.metaKey || originalEvent.altKey) return true;
  map.getView().adjustZoom(1);
  return false;
};

/** A map of the library that moves by pointer, two fingers, wheel, and keys while anything in it has the focus. */
export const openMap = (target: HTMLElement): OlMap =>
  new OlMap({
    target,
    controls: [],
    moveTolerance: clickPx,
    interactions: [
      new DragPan({ condition: (event) => primaryAction(event) && !isOnControl(event) }),
      new PinchZoom({ duration: 0 }),
      new MouseWheelZoom({ duration: 0, timeout: 40, maxDelta: maxWheelZooms }),
      new KeyboardPan({ pixelDelta: keyPx, duration: 0 }),
      new KeyboardZoom({ duration: 0 }),
      new Interaction({ handleEvent: zoomByUnshiftedPlus }),
    ],
    view: new View({
      center: toMetres(worldMiddle),
      zoom: 0,
      minZoom: 0,
      maxZoom: countryZoom,
      // However far it is pushed, the middle of the view stays in the world; the world itself may be smaller than the view.
      extent: worldExtent,
      constrainOnlyCenter: true,
      multiWorld: true,
      smoothExtentConstraint: false,
      smoothResolutionConstraint: false,
      enableRotation: false,
    }),
  });

/** Size of a map on the screen, in px. */
export const sizeOf = (map: OlMap): ViewSize => {
  const [width = 0, height = 0] = map.getSize() ?? [];
  return { width, height };
};

/** What of the world a map shows. */
export const viewOf = (map: OlMap): MapView => ({
  ...fromMetres(map.getView().getCenter() ?? [0, 0]),
  zoom: map.getView().getZoom() ?? 0,
});

/** Moves a map to the view in which all points are seen, not nearer than `maxZoom`; to the whole world where there are none. */
export const showAll = (map: OlMap, points: readonly WorldPoint[], maxZoom: number): void => {
  const { width, height } = sizeOf(map);
  const view = map.getView();
  if (width === 0 || height === 0) return;
  if (points.length === 0) {
    view.setCenter(toMetres(worldMiddle));
    view.setResolution(getWidth(worldExtent) / Math.max(width, worldPx(0)));
    return;
  }
  const margin = (px: number): number => Math.max(0, Math.min(marginPx, (px - minRoomPx) / 2));
  const [block, inline] = [margin(height), margin(width)];
  view.fit(boundingExtent(points.map(toMetres)), { padding: [block, inline, block, inline], maxZoom });
};

/** Lets a map come as near as `maxZoom`. One that is nearer stays so until one goes farther. */
export const limitZoom = (map: OlMap, maxZoom: number): void =>
  map.getView().setMaxZoom(Math.max(maxZoom, map.getView().getZoom() ?? 0));
