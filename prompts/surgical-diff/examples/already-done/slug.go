package text

import "strings"

// Slug lowers a title and joins its words with hyphens. An empty title gives "untitled".
func Slug(title string) string {
	words := strings.Fields(strings.ToLower(title))
	if len(words) == 0 {
		return "untitled"
	}
	return strings.Join(words, "-")
}
