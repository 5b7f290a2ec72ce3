import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testModel, testManifest, testSide, writeTestPack } from './test-packs.ts';

const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');

/** Puts two packs into `folder` that find one line wherever they look, and read this text there; no sign follows itself. */
export async function writeTextPacks(folder: string, text: string): Promise<void> {
  const pixels = testSide * testSide;
  const everywhere = {
    dims: [1, 1, testSide, testSide],
    base: Array<number>(pixels).fill(0.9),
    byLight: Array<number>(pixels).fill(0),
  };
  await writeTestPack(join(folder, 'lines'), everywhere, {
    id: 'lines',
    task: 'textDetect',
    decoder: 'db',
    outputs: { map: 'output0' },
    thresholds: { pixel: 0.3, box: 0.5 },
  });
  await writeReader(join(folder, 'reader'), text);
}

async function writeReader(folder: string, text: string): Promise<void> {
  const columns = signs.length + 1;
  const base = text
    .split('')
    .flatMap((sign) => Array.from({ length: columns }, (_, column) => (column === signs.indexOf(sign) + 1 ? 0.95 : 0)));
  const model = testModel({ dims: [1, text.length, columns], base, byLight: base.map(() => 0) });
  const characters = signs.join('\n');
  const files = [
    { name: 'model.onnx', content: model },
    { name: 'signs.txt', content: Buffer.from(characters) },
  ];
  await mkdir(folder, { recursive: true });
  for (const { name, content } of files) await writeFile(join(folder, name), content);
  const manifest = {
    ...testManifest,
    id: 'reader',
    task: 'textRead',
    decoder: 'ctc',
    outputs: { steps: 'output0' },
    characters: 'signs.txt',
    files: files.map(({ name, content }) => ({ name, sha512: createHash('sha512').update(content).digest('hex') })),
  };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
}
