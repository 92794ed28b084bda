import type { HealthEvent } from '../../../client/src/index.ts';
import { countFacets, type Facets, listSelected, NO_FACETS } from '../logic/facets.ts';
import { Check } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';

interface FacetBarProps {
  readonly events: readonly HealthEvent[];
  readonly facets: Facets;
  readonly onChange: (facets: Facets) => void;
}

/** Narrows the loaded events without another request. */
export function FacetBar({ events, facets, onChange }: FacetBarProps) {
  return (
    <div class="facets">
      {countFacets(events).map(({ name, title, values }) => (
        <fieldset key={name}>
          <legend>{title}</legend>
          {values.map(({ value, count }) => (
            <Check
              key={value}
              isChecked={facets[name].includes(value)}
              onChange={(isChecked) => {
                const rest = facets[name].filter((each) => each !== value);
                onChange({ ...facets, [name]: isChecked ? [...rest, value] : rest });
              }}
              label={
                <>
                  {value} <small>{count}</small>
                </>
              }
            />
          ))}
        </fieldset>
      ))}
      {listSelected(facets).length > 0 && (
        <button type="button" class="ghost small" onClick={() => onChange(NO_FACETS)}>
          <Icon name="close" /> Clear chips
        </button>
      )}
    </div>
  );
}
