import { maxDrawnPx, type DrawnPage, type PlanSource } from './drawn-page.ts';

/** A file that nothing can be drawn from: neither a picture that browsers know nor a PDF. */
export class UnreadablePlan extends Error {}

const pictureSource = async (file: File): Promise<PlanSource> => {
  const picture = await createImageBitmap(file).catch((failure: unknown) => {
    throw new UnreadablePlan('not a picture', { cause: failure });
  });
  const draw = async (): Promise<DrawnPage> => {
    const scale = Math.min(1, maxDrawnPx / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const context = canvas.getContext('2d');
    if (context === null) throw new UnreadablePlan('no canvas');
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return { canvas, widthPx: canvas.width, heightPx: canvas.height };
  };
  return { pages: 1, draw, close: () => picture.close() };
};

/** Reads a file that somebody chose as plan. What reads PDF is fetched only for one. Throws {@link UnreadablePlan}. */
export const readPlanFile = async (file: File): Promise<PlanSource> => {
  if (file.type !== 'application/pdf' && !file.name.toLowerCase().endsWith('.pdf')) return pictureSource(file);
  const { pdfSource } = await import('./pdf-source.ts');
  const unreadable = (failure: unknown): never => {
    throw new UnreadablePlan('not a document', { cause: failure });
  };
  const source = await pdfSource(new Uint8Array(await file.arrayBuffer())).catch(unreadable);
  // A document may be whole but for one of its pages.
  return { ...source, draw: (page) => source.draw(page).catch(unreadable) };
};

/** A drawn page as a file for the server: drawn anew, so that nothing of the original but its picture leaves the browser. */
export const planBlob = async ({ canvas }: DrawnPage): Promise<Blob> => {
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9));
  if (made === null) throw new UnreadablePlan('the picture could not be written');
  return made;
};
