const maxLength = 60;
// The link carries 100; what the core announces of itself stands beside these.
const maxCount = 75;

/** What people can do with a task of a model; a task that only helps another is nothing to announce. */
const words: Record<string, string | null> = {
  faceEmbed: 'faces',
  textRead: 'plates',
  faceDetect: null,
  textDetect: null,
};

/**
 * What a core announces beside recording: `privacy` (it hides what cameras hide, or shows nothing), `motion`, `analyse`, and per active model `detect:<modelId>`, `faces:<modelId>`,
 * `plates:<modelId>`; in the length and number that the link carries, whatever packs are called.
 */
export function announcedCapabilities(ofWorkers: readonly string[]): string[] {
  const announced = ofWorkers.flatMap((text) => {
    const [task, ...modelId] = text.split(':');
    const word = Object.hasOwn(words, task!) ? words[task!] : task;
    return word == null ? [] : [[word, ...modelId].join(':').slice(0, maxLength)];
  });
  return [...new Set(['privacy', ...announced])].slice(0, maxCount);
}
