import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist';
import { maxDrawnPx, type DrawnPage, type PlanSource } from './drawn-page.ts';

GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href;

/** Pages of a PDF. Nothing in the document is run: only its drawing is taken. */
export const pdfSource = async (data: Uint8Array): Promise<PlanSource> => {
  // Our security policy allows neither compiled code nor fetching from elsewhere.
  const task = getDocument({ data, useWasm: false, disableFontFace: false, useSystemFonts: true });
  const pdf = await task.promise;
  const draw = async (number: number): Promise<DrawnPage> => {
    const page = await pdf.getPage(number);
    const whole = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: maxDrawnPx / Math.max(whole.width, whole.height) });
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(viewport.width);
    canvas.height = Math.round(viewport.height);
    await page.render({ canvas, viewport, background: 'white' }).promise;
    return { canvas, widthPx: canvas.width, heightPx: canvas.height };
  };
  return { pages: pdf.numPages, draw, close: () => void task.destroy() };
};
