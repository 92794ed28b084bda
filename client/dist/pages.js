/** Uses only the page token of a link: every page is requested from `baseUrl`. */
export function createPager(call) {
    async function* pages(input, options) {
        let next;
        do {
            const { body } = await call(next === undefined ? input : { ...input, $skipToken: next }, options);
            yield body;
            next = readPageToken(body);
        } while (next !== undefined);
    }
    async function* items(input, options) {
        for await (const page of pages(input, options))
            yield* page.value;
    }
    return { pages, items };
}
function readPageToken(page) {
    const { nextLink, '@odata.nextLink': odataLink } = (page ?? {});
    const query = (nextLink ?? odataLink)?.split('?')[1];
    return new URLSearchParams(query).get('$skipToken') ?? undefined;
}
//# sourceMappingURL=pages.js.map