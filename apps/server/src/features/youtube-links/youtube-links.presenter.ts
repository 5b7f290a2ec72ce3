import type { YoutubeLink } from '@sightline/contracts/youtube-links/youtube-link';
import type { YoutubeLinkRow } from './youtube-links.repository.ts';

export const presentLink = ({ id, name, url, createdAt }: YoutubeLinkRow): YoutubeLink => ({
  id,
  name,
  url,
  createdAt: createdAt.getTime(),
});
