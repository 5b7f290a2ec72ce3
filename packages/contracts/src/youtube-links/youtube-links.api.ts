import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { idParams } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import { youtubeLink, youtubeLinkInput } from './youtube-link.ts';

export const youtubeLinksCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/youtube-links',
    permission: 'OrganizationDatabase',
    summary: 'Lists the YouTube links of the organization by their names.',
    query: pageQuery.extend({ query: z.string().trim().max(120).optional() }),
    output: listOf(youtubeLink),
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/v1/youtube-links',
    permission: 'OrganizationDatabase',
    summary: 'Adds a YouTube link. An organization has at most 500.',
    body: youtubeLinkInput,
    output: youtubeLink,
    status: 201,
    errors: ['too_many'],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/youtube-links/{id}',
    permission: 'OrganizationDatabase',
    summary: 'Deletes a YouTube link.',
    params: idParams,
    output: z.object({}),
  }),
};
