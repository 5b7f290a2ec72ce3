/** Longest side of a plan as it is kept, in pixels: sharp on a large screen, and small enough to travel. */
export const maxDrawnPx = 4096;

/** What was chosen as plan: a picture, or a document of which one page is taken. */
export interface PlanSource {
  pages: number;
  /** Draws a page, from 1, small enough to be kept. */
  draw: (page: number) => Promise<DrawnPage>;
  close: () => void;
}

/** A page or picture, drawn. */
export interface DrawnPage {
  canvas: HTMLCanvasElement;
  widthPx: number;
  heightPx: number;
}
