/** The addresses of files that the bundler puts beside the page. */
declare module '*?url' {
  const url: string
  export default url
}
