import { z } from 'zod';
import { id, name, utcMs } from '../shared/ids.ts';

/** Address of something on YouTube, by HTTPS. */
export const youtubeUrl = z
  .string()
  .trim()
  .max(500)
  .regex(
    /^https:\/\/(?:(?:www|m|music)\.)?(?:youtube\.com|youtube-nocookie\.com|youtu\.be)\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/i,
    'an https address of YouTube',
  );

/** A further link. */
export const youtubeLinkInput = z.object({ name, url: youtubeUrl });

/** A video or channel that the organization watches. */
export const youtubeLink = z.object({ id, name: z.string(), url: z.string(), createdAt: utcMs });

export type YoutubeLink = z.infer<typeof youtubeLink>;
export type YoutubeLinkInput = z.infer<typeof youtubeLinkInput>;
