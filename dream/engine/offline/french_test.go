package offline

import "testing"

// TestFrench are sentences in French, as people talk, and what follows from them.
func TestFrench(t *testing.T) {
	for text, want := range map[string]string{
		"on est passés de npm à pnpm":                                       "npm > pnpm",
		"Nous sommes récemment passés de Travis CI à GitHub Actions.":       "Travis CI > GitHub Actions",
		"on a migré la base de MySQL vers PostgreSQL la semaine dernière":   "MySQL > PostgreSQL",
		"on vient de basculer de Slack à Zulip":                             "Slack > Zulip",
		"la CI est passée de Jenkins à Buildkite":                           "Jenkins > Buildkite",
		"au fait, les builds ont été migrés de Jenkins vers Woodpecker":     "Jenkins > Woodpecker",
		"le port de staging est passé de 8080 à 8443":                       "8080 > 8443",
		"on a remplacé moment par date-fns":                                 "moment > date-fns",
		"Elasticsearch a été remplacé par Meilisearch.":                     "Elasticsearch > Meilisearch",
		"non, utilise ruff, pas flake8":                                     "flake8 > ruff",
		"utilise pnpm au lieu de npm stp":                                   "npm > pnpm",
		"s'il te plaît utilise pnpm plutôt que npm":                         "npm > pnpm",
		"n'utilise pas yarn, utilise pnpm":                                  "yarn > pnpm",
		"on n’utilise plus Jira, on utilise Linear":                         "Jira > Linear",
		"on n'utilise plus Jira mais Linear":                                "Jira > Linear",
		"au lieu de Postman, on utilise maintenant Bruno":                   "Postman > Bruno",
		"Correction : le port est 8443, pas 8080":                           "8080 > 8443",
		"Correction\u00a0: le port est 8443, pas 8080":                      "8080 > 8443",
		"build.sh s'appelle désormais ship.sh":                              "build.sh > ship.sh",
		"on a renommé billing-core en ledger-core":                          "billing-core > ledger-core",
		"on n'utilise plus Redis":                                           "- Redis",
		"nous n'utilisons plus Sentry depuis hier":                          "- Sentry",
		"Redis n'existe plus":                                               "- Redis",
		"le serveur de staging a été supprimé la semaine dernière":          "- serveur de staging",
		"on s'est débarrassés de Jenkins":                                   "- Jenkins",
		"on a arrêté d'utiliser CircleCI":                                   "- CircleCI",
		"le nightly n'existe plus depuis lundi":                             "- nightly",
		"on ne se sert plus de Docker":                                      "- Docker",
		"j'ai migré le site de Netlify vers Vercel ce matin":                "Netlify > Vercel",
		"c'est Nadia qui s'occupe des factures maintenant, plus Paul":       "Paul > Nadia",
		"on n'a plus de Redis":                                              "- Redis",
		"n'utilise plus make":                                               "- make",
		"retiens que les prix sont toujours TTC":                            "+ les prix sont toujours TTC",
		"souviens-toi qu'il faut deux approbations par déploiement":         "+ il faut deux approbations par déploiement",
		"Retiens : les versions sortent le mardi":                           "+ les versions sortent le mardi",
		"n'oublie pas que l'API renvoie des centimes":                       "+ l'API renvoie des centimes",
		"désormais, chaque migration a besoin d'un test":                    "+ chaque migration a besoin d'un test",
		"à partir de maintenant les messages de commit sont en anglais":     "+ les messages de commit sont en anglais",
		"réponds en français dorénavant":                                    "+ réponds en français",
		"ne pousse jamais directement sur main":                             "+ ne pousse jamais directement sur main",
		"ne jamais écrire de mot de passe dans les logs":                    "+ ne jamais écrire de mot de passe dans les logs",
		"toujours lancer le linter avant de committer":                      "+ toujours lancer le linter avant de committer",
		"ajoute toujours un exemple à la documentation":                     "+ ajoute toujours un exemple à la documentation",
		"Pas de déploiement le vendredi. Retiens-le.":                       "+ Pas de déploiement le vendredi",
		"parfait, exactement comme ça : les dates de l'API toujours en UTC": "+ les dates de l'API toujours en UTC",
		"on est passés de npm à pnpm, et on n'utilise plus Redis":           "- Redis; npm > pnpm",
		"le délai du cache est de 45 secondes, pas de 30 secondes":          "30 secondes > 45 secondes",
		"le déploiement ne passe plus par Jenkins, mais par Drone":          "Jenkins > Drone",
		"on est passés d'Oracle à PostgreSQL":                               "Oracle > PostgreSQL",
		"nous avons migré du GitLab de la filiale au GitHub central":        "GitLab de la filiale > GitHub central",
	} {
		if got := settled(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestNotFrench are their neighbours, from which nothing may follow.
func TestNotFrench(t *testing.T) {
	for _, text := range []string{
		"et si on passait de npm à pnpm ?", "si on est passés de npm à pnpm, dis-le-moi", "on pourrait passer de npm à pnpm",
		"on va passer de npm à pnpm", "on devrait utiliser ruff, pas flake8", "on est peut-être passés de npm à pnpm",
		"je crois qu'on est passés de npm à pnpm", "on n'est pas passés de npm à pnpm", "on est pas passés de npm à pnpm",
		"on n'est jamais passés de npm à pnpm", "est-ce qu'on est passés de npm à pnpm ?", "on prévoit de migrer de MySQL vers PostgreSQL",
		"on aimerait remplacer moment par date-fns", "passons de npm à pnpm", "passe de npm à pnpm", "imaginons qu'on a remplacé moment par date-fns",
		"ils sont passés de npm à pnpm", "l'équipe mobile est passée de npm à pnpm", "dans un autre projet, on est passés de npm à pnpm",
		"ma collègue est passée de Lyon à Paris", "la cliente est passée de Orange à Free", "d'après la doc, on est passés de npm à pnpm",
		"on utilise plus de mémoire", "on n'utilise plus ce fichier", "on n'a plus de temps", "il n'y a plus d'erreurs",
		"on a supprimé la fonction", "on n'utilise plus Redis ?", "on n'utilise presque plus Redis, je pense",
		"on utilise toujours jest", "on reste sur jest",
		"désormais le test échoue avec une autre erreur", "à l'avenir cette version sera dépréciée, peut-être",
		"je n'ai jamais vu cette erreur", "ça n'a jamais marché", "toujours la même erreur", "n'ai jamais compris ce module",
		"le déploiement n'a jamais marché chez moi", "ne fonctionne jamais chez moi",
		"souviens-toi que tu dois lancer les tests", "n'oublie pas de lancer les tests", "rappelle-toi la panne d'hier",
		"tu te souviens que le port est 8080 ?", "retiens la liste des tickets ouverts", "note : #12, #15 et #18 sont ouverts",
		"retiens que pour le moment le port est 9000", "exactement comme ça, le bouton bleu", "parfait, tous les tests passent",
		"qui a besoin de tests, désormais on s'en passe", "quelle bonne idée, à partir de maintenant on déploie depuis mon portable",
		"mdr, désormais on déploie le vendredi soir", "désormais", "retiens-le",
		"utilise la deuxième option, pas la première", "le test est lent, pas cassé", "on est passés de 3 à 4",
		"je suis passé de la page 3 à la page 4", "on n'utilise plus la même version", "toujours échouer ici, c'est pénible",
		"à partir de maintenant je suis en réunion", "on est en train de passer de npm à pnpm",
		"Paul dit de toujours faire un rebase", "le README dit d'utiliser yarn, pas npm", "> on est passés de npm à pnpm",
		"on n'utilise plus vraiment la fonction de test", "il est passé de bonne humeur à colère",
	} {
		if got := settled(text); got != "" {
			t.Errorf("%q: %s", text, got)
		}
	}
	for _, said := range [][]string{
		{"on est passés de jest à vitest", "oublie ça, on utilise toujours jest"},
		{"on est passés de jest à vitest", "en fait je me suis trompé"},
	} {
		if got := settled(said...); got != "" {
			t.Errorf("%q: %s", said, got)
		}
	}
}
