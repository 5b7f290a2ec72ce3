import type { ForestNode } from '../../../features/locations/tree/location-forest.ts';
import { LocationTree } from '../../../features/locations/tree/location-tree.tsx';
import { useMoveLocation } from '../../../features/locations/use-move-location.ts';
import { ShownSign } from '../../../ui/status/shown-label.tsx';
import { StatesSign } from './states-sign.tsx';

interface HomeTreeProps {
  forest: readonly ForestNode[];
  chosenId: string | undefined;
  onChoose: (id: string | undefined) => void;
}

/** The tree of sites with how their cameras are; a site that is dropped on another one is moved below it. */
export function HomeTree({ forest, chosenId, onChoose }: HomeTreeProps) {
  const move = useMoveLocation();
  return (
    <LocationTree
      forest={forest}
      chosenId={chosenId}
      onChoose={onChoose}
      renderSign={({ location, states }) =>
        location.status === null ? <StatesSign counts={states} /> : <ShownSign status={location.status} of="site" />
      }
      onMove={(node, target) => move.mutate({ location: node.location, parent: target?.location ?? null })}
    />
  );
}
