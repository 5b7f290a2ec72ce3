import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { idParams, name } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import {
  heldBack,
  suggestedUniforms,
  trainingInput,
  trainingMarks,
  trainingSaved,
  uniform,
  uniformTraining,
} from './uniform.ts';

const permission = 'OrganizationDatabasePeopleDirectory';

export const uniformsCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/uniforms',
    permission,
    summary: 'Lists the uniforms of the organization by name. Pictures are of cameras that the caller may search.',
    query: pageQuery.extend({ search: z.string().trim().max(120).optional() }),
    output: listOf(uniform),
  }),
  suggested: defineCall({
    method: 'GET',
    path: '/api/v1/uniforms/suggested',
    permission,
    summary:
      'Lists groups of people in clothes that are alike, as far as cameras saw them that the caller may search: at most 60, most seen first.',
    output: suggestedUniforms,
  }),
  openTraining: defineCall({
    method: 'POST',
    path: '/api/v1/uniforms/trainings',
    permission,
    summary: 'Begins a training of a suggested group, or of a uniform once more: answers images that are to be marked.',
    body: trainingInput,
    output: uniformTraining,
    status: 201,
    errors: ['not_found', 'uniform_images_gone'],
  }),
  measureTraining: defineCall({
    method: 'POST',
    path: '/api/v1/uniforms/trainings/{id}/measure',
    permission,
    summary: 'Says how well a judge does that learns from these marks, on those that are held back from it.',
    params: idParams,
    body: trainingMarks,
    output: heldBack,
    errors: ['uniform_marks_few'],
  }),
  saveTraining: defineCall({
    method: 'POST',
    path: '/api/v1/uniforms/trainings/{id}/save',
    permission,
    summary:
      'Saves a training as a uniform: its images become examples. Further events are judged as they come, those from before by and by.',
    params: idParams,
    body: trainingSaved,
    output: uniform,
    status: 201,
    errors: ['uniform_marks_few', 'too_many'],
  }),
  closeTraining: defineCall({
    method: 'DELETE',
    path: '/api/v1/uniforms/trainings/{id}',
    permission,
    summary: 'Ends a training without saving it.',
    params: idParams,
    output: z.object({}),
  }),
  update: defineCall({
    method: 'PATCH',
    path: '/api/v1/uniforms/{id}',
    permission,
    summary: 'Changes the name of a uniform.',
    params: idParams,
    body: z.object({ name }),
    output: uniform,
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/uniforms/{id}',
    permission,
    summary:
      'Deletes a uniform with its judge, its examples and what was found by it. The events stay. One that alert rules name is kept.',
    params: idParams,
    output: z.object({}),
    errors: ['uniform_in_use'],
  }),
};
