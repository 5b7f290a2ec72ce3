import type { MakeThings, TenantExamples } from '../tenant-things.ts';

interface YoutubeLinkThings {
  youtubeLinkId: string;
}

declare module '../tenant-things.ts' {
  interface TenantThings extends YoutubeLinkThings {}
}

export const tenantExamples: TenantExamples = {
  'youtubeLinks.list': () => ({}),
  'youtubeLinks.create': () => ({ body: { name: 'Harbour', url: 'https://youtu.be/abc123' } }),
  'youtubeLinks.remove': ({ youtubeLinkId }) => ({ params: { id: youtubeLinkId } }),
};

export const makeThings: MakeThings<YoutubeLinkThings> = async (make) => ({
  youtubeLinkId: await make('youtubeLinks.create', {}),
});
