/** What a body has because `$expand` names it; types only. */

/** The body with the members that `$expand` names, of each element if it is a list. A text that is not known when compiling names none. */
export type Expanded<Body, Value> = [Names<Value>] extends [never] ? Body : ExpandedBody<Body, Names<Value>>;

type ExpandedBody<Body, Name extends string> = Body extends { readonly value: ReadonlyArray<infer Element> }
  ? Omit<Body, 'value'> & { value: Array<ExpandedBody<Element, Name>> }
  : // The parts of a management resource are among its properties.
    Body extends { readonly properties: infer Properties }
    ? Omit<Body, 'properties'> & { properties: WithMembers<Properties, Name> }
    : WithMembers<Body, Name>;

type WithMembers<Value, Name extends string> = Value & {
  [Member in Name]: Member extends keyof Value ? Exclude<Value[Member], undefined> : unknown;
};

/** `['inputs', 'outputs']` or `'inputs,outputs'`. */
type Names<Value> = Value extends readonly (infer Name extends string)[]
  ? Name
  : Value extends string
    ? Split<Value>
    : never;

type Split<Text extends string> = string extends Text
  ? never
  : Text extends `${infer First},${infer Rest}`
    ? First | Split<Rest>
    : Text extends ` ${infer Rest}`
      ? Split<Rest>
      : Text;
