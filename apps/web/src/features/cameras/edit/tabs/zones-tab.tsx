import type { ReactNode } from 'react';
import { areasOfAnalysis, analysisWith } from '../../areas/area.ts';
import { AreaEditor } from '../../areas/area-editor.tsx';
import type { AreaMarking } from '../../areas/area-marking.ts';
import type { CameraEdit } from '../use-camera-edit.ts';

interface ZonesTabProps {
  edit: CameraEdit;
  posterUrl: string | null;
  aspectRatio: number;
  livePicture?: (() => ReactNode) | undefined;
  marking: AreaMarking;
}

/** Where what is looked for counts, where it does not, and areas that give events a name and a severity. */
export function ZonesTab({ edit, posterUrl, aspectRatio, livePicture, marking }: ZonesTabProps) {
  const { analysis } = edit.draft;
  return (
    <AreaEditor
      key={edit.epoch}
      areas={areasOfAnalysis(analysis)}
      groups={['include', 'exclude', 'zone']}
      onChange={(areas) => edit.change({ analysis: analysisWith(analysis, areas) })}
      posterUrl={posterUrl}
      aspectRatio={aspectRatio}
      livePicture={livePicture}
      marking={marking}
    />
  );
}
