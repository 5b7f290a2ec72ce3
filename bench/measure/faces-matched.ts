import { FaceGallery } from '@sightline/domain/people/face-gallery';
import { plainKernel } from '@sightline/domain/people/vector-kernel';
import { DrawnFaces } from './drawn-faces.ts';
import { megabytes, percentile, printTable } from './figures.ts';

const modelId = 'faceres@1';
const parts = 256;

/** One face against so many people, as a core compares it: all in this process, with the fast kernel and the plain one. */
export function matchFaces(people: number): void {
  const faces = new DrawnFaces();
  const rows: string[][] = [];
  const known = Array.from({ length: people }, (_, who) => faces.look(who));
  const asked = Array.from({ length: 200 }, (_, index) => faces.look((index * 97) % (people * 2)));
  const answers: string[][] = [];
  for (const [kernel, make] of [['WebAssembly', undefined] as const, ['plain', plainKernel] as const]) {
    const gallery = new FaceGallery([], make);
    for (let part = 0; part < parts; part += 1)
      gallery.put(
        String(part),
        known.flatMap((vector, who) =>
          who % parts === part ? [{ personId: String(who), locationIds: null, faces: [{ modelId, vector }] }] : [],
        ),
      );
    const ms: number[] = [];
    const found: string[] = [];
    for (const vector of [...asked.slice(0, 20), ...asked]) {
      const startedMs = performance.now();
      const match = gallery.match({ modelId, vector }, { locationId: null, threshold: 0.72 });
      ms.push(performance.now() - startedMs);
      found.push(JSON.stringify(match));
    }
    answers.push(found);
    const counted = ms.slice(20);
    rows.push([
      kernel,
      percentile(counted, 0.5).toFixed(2),
      percentile(counted, 0.95).toFixed(2),
      megabytes(gallery.heldBytes),
    ]);
  }
  console.log(
    `\nOne face against ${String(people)} people, 200 times; the answers are ${
      JSON.stringify(answers[0]) === JSON.stringify(answers[1]) ? 'the same' : 'DIFFERENT'
    }.\n`,
  );
  printTable(['kernel', 'p50 ms', 'p95 ms', 'held'], rows);
}
