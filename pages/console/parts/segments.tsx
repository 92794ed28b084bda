interface SegmentsProps<Value extends string | number> {
  readonly legend: string;
  readonly isLegendHidden?: boolean;
  /** Of the radio buttons. */
  readonly name: string;
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly selected: Value;
  readonly onSelect: (value: Value) => void;
}

/** A choice of a few, side by side. */
export function Segments<Value extends string | number>(props: SegmentsProps<Value>) {
  const { legend, isLegendHidden, name, options, selected, onSelect } = props;
  return (
    <fieldset class="segments">
      <legend class={isLegendHidden ? 'sr-only' : ''}>{legend}</legend>
      <div>
        {options.map(([value, text]) => (
          <label key={value}>
            <input type="radio" name={name} checked={selected === value} onChange={() => onSelect(value)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
